#include <asm/unistd_32.h>

#include "filter.h"

#define __NR_accept FILTER_NONE
#define __NR_kexec_file_load FILTER_NONE

static const int denied[] = {
#define DENIED(name) __NR_##name,
#include "denied.def"
#undef DENIED
    FILTER_END};

const struct filter_numbers filter_numbers32 = {
    denied, __NR_clone, __NR_clone3, __NR_ioctl, {__NR_kill, __NR_tkill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo}};
