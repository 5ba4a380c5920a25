#include <asm/unistd_64.h>

#include "filter.h"

#define __NR_stime FILTER_NONE
#define __NR_socketcall FILTER_NONE
#define __NR_vm86 FILTER_NONE
#define __NR_vm86old FILTER_NONE
#define __NR_chown32 FILTER_NONE
#define __NR_lchown32 FILTER_NONE
#define __NR_fchown32 FILTER_NONE
#define __NR_utimensat_time64 FILTER_NONE
#define __NR_ipc FILTER_NONE
/* Newer than the headers of Debian 12: the same number everywhere. */
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
#ifndef __NR_setxattrat
#define __NR_setxattrat 463
#endif
#ifndef __NR_removexattrat
#define __NR_removexattrat 466
#endif

static const int denied[] = {
#define DENIED(name) __NR_##name,
#define LIGHT(name)
#include "denied.def"
#undef DENIED
#undef LIGHT
    FILTER_END};

static const int light[] = {
#define DENIED(name)
#define LIGHT(name) __NR_##name,
#include "denied.def"
#undef DENIED
#undef LIGHT
    FILTER_END};

const struct filter_numbers filter_numbers64 = {
    denied, light, __NR_clone, __NR_clone3, __NR_ioctl, __NR_fcntl, FILTER_NONE,
    {__NR_kill, __NR_tkill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, __NR_prlimit64}};
