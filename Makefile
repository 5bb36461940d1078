# make run    builds what is there and shows the strip
# make test   runs the tests, with an X server of their own
# Both install what is missing first; see packages.txt.

PREFIX ?= /usr/local
FUZZ_TIME ?= 900
FUZZ ?=
DESTDIR ?=
SWIFT := swift
CHECKS := --explicit-target-dependency-import-check error
ORDER := data/function-order.txt
# The program is the same wherever it is built: it names no path, and no hash of what names one.
SAME := -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xlinker --build-id=none
# Generic types are made from their parts: by their mangled names a start would search the conformances of the whole program.
TYPES := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# What runs all day lies side by side in the program: see scripts/order. Sections of functions are what the linker can order.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath $(CHECKS) $(TYPES) -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -use-ld=lld -Xlinker --symbol-ordering-file=$(CURDIR)/$(ORDER) -Xlinker --no-warn-symbol-ordering $(SAME)
BUILT := .build/release/newsreel
SOURCES := Package.swift Sources Tests Examples
root := $(DESTDIR)$(PREFIX)

# make bench  measures it beside a bare copy loop, in the same run, and fails where a figure exceeds bench-budget.toml;
#             bench.json has the figures
.PHONY: run test test-fast test-desktops fuzz simulate order deps run-deps gallery-deps film-deps test-deps deb-deps build gallery accept manual docs bench install uninstall deb check-deb release format lint clean

run: run-deps build
	@if [ -n "$$DISPLAY" ]; then exec $(BUILT); else \
	  echo "No display (DISPLAY is not set): showing the strip on a virtual one for ten seconds."; \
	  $(MAKE) --no-print-directory film-deps && scripts/film $(BUILT) filmstrip.png; fi

# What is tested is optimised, in a folder of its own: that of `swift build` stays as it is.
test: test-deps
	@NEWSREEL_OPTIMIZED=1 scripts/test $(CHECKS) --scratch-path .build/tests

# What needs no X server and no network, for the daily round.
test-fast: deps
	@$(SWIFT) test $(CHECKS) --filter '^(BaseTests|InspectorTests|ScrollCoreTests|SceneTests)\.'

# Looks at the strip under each window manager of Debian, or those that DESKTOPS names, and writes the table of doc/desktop.md.
DESKTOPS ?= all
test-desktops: test-deps
	@scripts/packages install desktops
	@NEWSREEL_DESKTOPS="$(DESKTOPS)" NEWSREEL_DESKTOP_TABLE="$(CURDIR)/.build/desktops.md" \
	  TESTS='^NewsreelTests\.OnScreen/DesktopMatrixTests/table' scripts/test $(CHECKS)
	@[ "$(DESKTOPS)" != all ] || scripts/desktops .build/desktops.md doc/desktop.md

# Gives random bytes to all that reads bytes from outside, each target for FUZZ_TIME seconds; FUZZ names some of them.
fuzz: deps
	@scripts/fuzz "$(FUZZ_TIME)" $(FUZZ)

# Runs of the whole program in virtual time: SEEDS=4711 or 1..10000, or year for a year of one strip.
simulate: test-deps
	@scripts/simulate "$(or $(SEEDS),1..100)" "$(STEPS)"

deps:
	@scripts/packages install libraries tools

run-deps:
	@scripts/packages install libraries tools fonts

gallery-deps:
	@scripts/packages install gallery

film-deps:
	@scripts/packages install film

test-deps:
	@scripts/packages install libraries tools fonts test

deb-deps:
	@scripts/packages install packaging

build: deps
	@$(SWIFT) build $(RELEASE) --product newsreel
	@scripts/words build .build/release/locale

# All pictures of the README and the pages. Each names what it shows, which `swift test --filter PictureTests` holds to the
# program: draw them anew when that fails, and look at them.
gallery: run-deps gallery-deps build
	@$(SWIFT) build --product GalleryExample
	@scripts/gallery $(BUILT) .build/debug/GalleryExample doc

# Draws the pictures anew that tests compare: Tests/NewsreelTests/Scenes. Look at them before you commit them.
accept: test-deps
	@NEWSREEL_ACCEPT=1 $(SWIFT) test $(CHECKS) --filter AcceptedPictureTests
	@git --no-pager diff --stat -- Tests/NewsreelTests/Scenes

# Lists which functions run all day; after it, `make build` links them in that order.
order: test-deps build
	@scripts/packages install order
	@scripts/order $(BUILT) $(ORDER)
	@rm $(BUILT)
	@$(MAKE) --no-print-directory build

manual: build
	@$(BUILT) manual

# The library's documentation, as pages for a browser: .build/docs
docs: deps
	@$(SWIFT) build --target NewsreelDispatch
	@$(SWIFT) build --target NewsreelSources
	@$(SWIFT) build --target NewsreelTesting
	@scripts/docs

bench: test-deps build
	@$(SWIFT) build $(RELEASE) --product newsreel-bench
	@.build/release/newsreel-bench --check
	@.build/release/newsreel-bench --json bench.json
	@scripts/packages install readers
	@scripts/compare-readers $(BUILT)

# Has a strip live through SOAK_MINUTES at ten times everyday rates, and fails where memory, descriptors, what the X server
# keeps, or the drift of a text exceed their limits.
.PHONY: soak sanitize
SOAK_MINUTES ?= 60
soak: test-deps build
	@$(SWIFT) build $(RELEASE) --product newsreel-bench
	@.build/release/newsreel-bench soak --minutes $(SOAK_MINUTES)

# Builds the tests with a sanitizer (address, thread or undefined), and runs those that SANITIZED matches, or all.
SANITIZER ?= address
SANITIZED ?=
sanitize: test-deps
	@scripts/sanitize "$(SANITIZER)" '$(SANITIZED)'

install:
	@test -x $(BUILT) || { echo "Nothing is built yet: run 'make build' first." >&2; exit 1; }
	install -Dm755 -s $(BUILT) $(root)/bin/newsreel
	mkdir -p $(root)/share/man/man1 $(root)/share/newsreel $(root)/share/bash-completion/completions \
	  $(root)/share/zsh/site-functions $(root)/share/fish/vendor_completions.d $(root)/share/icons/hicolor \
	  $(root)/lib/systemd/user
	$(BUILT) manual > $(root)/share/man/man1/newsreel.1
	$(BUILT) --generate-completion-script bash | sed '1{/^#!/d}' > $(root)/share/bash-completion/completions/newsreel
	$(BUILT) --generate-completion-script zsh > $(root)/share/zsh/site-functions/_newsreel
	$(BUILT) --generate-completion-script fish > $(root)/share/fish/vendor_completions.d/newsreel.fish
	install -Dm644 data/newsreel.desktop $(root)/share/applications/newsreel.desktop
	install -Dm644 data/newsreel.metainfo.xml $(root)/share/metainfo/org.newsreel.Newsreel.metainfo.xml
	$(BUILT) icon $(root)/share/icons/hicolor
	sed 's|/usr/bin/|$(PREFIX)/bin/|' data/newsreel.service > $(root)/lib/systemd/user/newsreel.service
	cp -R Resources/. $(root)/share/newsreel/
	scripts/words build $(root)/share/locale

uninstall:
	rm -f $(root)/bin/newsreel $(root)/share/man/man1/newsreel.1 \
	  $(root)/share/bash-completion/completions/newsreel $(root)/share/zsh/site-functions/_newsreel \
	  $(root)/share/fish/vendor_completions.d/newsreel.fish $(root)/share/applications/newsreel.desktop \
	  $(root)/share/metainfo/org.newsreel.Newsreel.metainfo.xml $(root)/lib/systemd/user/newsreel.service \
	  $(root)/share/icons/hicolor/*/apps/newsreel.png $(root)/share/icons/hicolor/scalable/apps/newsreel.svg
	rm -f $(root)/share/locale/*/LC_MESSAGES/newsreel.mo
	rm -rf $(root)/share/newsreel

# The Debian package of what is built, in this folder.
deb: build deb-deps
	@scripts/deb $(BUILT)

# Holds that package to lintian, and upgrades FORMER, another package of it, in a root of its own. Needs root's rights, or fakeroot.
check-deb: deb-deps
	@scripts/check-deb newsreel_*.deb $(FORMER)

# Says what this commit lacks for a release. If nothing is missing, it makes the tag, the tarball and its checksums; it pushes nothing.
release:
	@scripts/release

format:
	swift format --in-place --parallel --recursive $(SOURCES)

lint:
	@swift format lint --strict --parallel --recursive $(SOURCES)
	@scripts/check-lists

clean:
	rm -rf .build filmstrip.png newsreel_*.deb
