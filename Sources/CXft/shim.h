#pragma once
#include <X11/Xft/Xft.h>
