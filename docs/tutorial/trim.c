#include "trim.h"
