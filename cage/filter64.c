#include <asm/unistd_64.h>

#include "filter.h"

#define __NR_stime FILTER_NONE
#define __NR_socketcall FILTER_NONE
#define __NR_vm86 FILTER_NONE
#define __NR_vm86old FILTER_NONE

static const int denied[] = {
#define DENIED(name) __NR_##name,
#include "denied.def"
#undef DENIED
    FILTER_END};

const struct filter_numbers filter_numbers64 = {
    denied, __NR_clone, __NR_clone3, __NR_ioctl, {__NR_kill, __NR_tkill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo}};
