# make run    builds what is there and shows the strip
# make test   runs the tests, with an X server of their own
# Both install what is missing first; see packages.txt. Tests run one after another: many look at moving pictures.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT := scripts/swift
CHECKS := --explicit-target-dependency-import-check error
RELEASE := -c release --static-swift-stdlib $(CHECKS)
BUILT := .build/release/newsreel
SOURCES := Package.swift Sources Tests Examples
root := $(DESTDIR)$(PREFIX)

# make bench  measures it beside a bare copy loop, in the same run; bench.json has the figures
.PHONY: run test deps run-deps film-deps test-deps build gallery manual bench install uninstall format lint clean

run: run-deps build
	@if [ -n "$$DISPLAY" ]; then exec $(BUILT); else \
	  echo "No display (DISPLAY is not set): showing the strip on a virtual one for ten seconds."; \
	  $(MAKE) --no-print-directory film-deps && scripts/film $(BUILT) filmstrip.png; fi

test: test-deps
	@$(SWIFT) test --no-parallel $(CHECKS)

deps:
	@scripts/packages install libraries tools

run-deps:
	@scripts/packages install libraries tools fonts

film-deps:
	@scripts/packages install film

test-deps:
	@scripts/packages install libraries tools fonts test

build: deps
	@$(SWIFT) build $(RELEASE) --product newsreel

# The pictures in the README.
gallery: run-deps film-deps build
	@scripts/gallery $(BUILT) doc

manual: build
	@$(BUILT) manual

bench: test-deps build
	@$(SWIFT) build $(RELEASE) --product newsreel-bench
	@.build/release/newsreel-bench --json bench.json

install:
	@test -x $(BUILT) || { echo "Nothing is built yet: run 'make build' first." >&2; exit 1; }
	install -Dm755 -s $(BUILT) $(root)/bin/newsreel
	mkdir -p $(root)/share/man/man1 $(root)/share/newsreel $(root)/share/bash-completion/completions \
	  $(root)/share/zsh/site-functions $(root)/share/fish/vendor_completions.d
	$(BUILT) manual > $(root)/share/man/man1/newsreel.1
	$(BUILT) --generate-completion-script bash > $(root)/share/bash-completion/completions/newsreel
	$(BUILT) --generate-completion-script zsh > $(root)/share/zsh/site-functions/_newsreel
	$(BUILT) --generate-completion-script fish > $(root)/share/fish/vendor_completions.d/newsreel.fish
	install -Dm644 data/newsreel.desktop $(root)/share/applications/newsreel.desktop
	cp -R Resources/. $(root)/share/newsreel/

uninstall:
	rm -f $(root)/bin/newsreel $(root)/share/man/man1/newsreel.1 \
	  $(root)/share/bash-completion/completions/newsreel $(root)/share/zsh/site-functions/_newsreel \
	  $(root)/share/fish/vendor_completions.d/newsreel.fish $(root)/share/applications/newsreel.desktop
	rm -rf $(root)/share/newsreel

format:
	swift format --in-place --parallel --recursive $(SOURCES)

lint:
	@swift format lint --strict --parallel --recursive $(SOURCES)
	@scripts/check-lists

clean:
	rm -rf .build filmstrip.png
