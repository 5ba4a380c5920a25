/*
 * The texts of strerror and strsignal, and what prints them. One row per number, in order; the rows
 * make two packed strings each (names, descriptions) because hundreds of small objects would cost
 * more at every start of a program than the rare search through one.
 */
#include "rt.h"

#include <error.h>
#include <signal.h>
#include <string.h>

/* A number without a meaning has empty strings. */
#define ERRORS(_)                                                    \
    _("0", "Success")                                                \
    _("EPERM", "Operation not permitted")                            \
    _("ENOENT", "No such file or directory")                         \
    _("ESRCH", "No such process")                                    \
    _("EINTR", "Interrupted system call")                            \
    _("EIO", "Input/output error")                                   \
    _("ENXIO", "No such device or address")                          \
    _("E2BIG", "Argument list too long")                             \
    _("ENOEXEC", "Exec format error")                                \
    _("EBADF", "Bad file descriptor")                                \
    _("ECHILD", "No child processes")                                \
    _("EAGAIN", "Resource temporarily unavailable")                  \
    _("ENOMEM", "Cannot allocate memory")                            \
    _("EACCES", "Permission denied")                                 \
    _("EFAULT", "Bad address")                                       \
    _("ENOTBLK", "Block device required")                            \
    _("EBUSY", "Device or resource busy")                            \
    _("EEXIST", "File exists")                                       \
    _("EXDEV", "Invalid cross-device link")                          \
    _("ENODEV", "No such device")                                    \
    _("ENOTDIR", "Not a directory")                                  \
    _("EISDIR", "Is a directory")                                    \
    _("EINVAL", "Invalid argument")                                  \
    _("ENFILE", "Too many open files in system")                     \
    _("EMFILE", "Too many open files")                               \
    _("ENOTTY", "Inappropriate ioctl for device")                    \
    _("ETXTBSY", "Text file busy")                                   \
    _("EFBIG", "File too large")                                     \
    _("ENOSPC", "No space left on device")                           \
    _("ESPIPE", "Illegal seek")                                      \
    _("EROFS", "Read-only file system")                              \
    _("EMLINK", "Too many links")                                    \
    _("EPIPE", "Broken pipe")                                        \
    _("EDOM", "Numerical argument out of domain")                    \
    _("ERANGE", "Numerical result out of range")                     \
    _("EDEADLK", "Resource deadlock avoided")                        \
    _("ENAMETOOLONG", "File name too long")                          \
    _("ENOLCK", "No locks available")                                \
    _("ENOSYS", "Function not implemented")                          \
    _("ENOTEMPTY", "Directory not empty")                            \
    _("ELOOP", "Too many levels of symbolic links")                  \
    _("", "")                                                        \
    _("ENOMSG", "No message of desired type")                        \
    _("EIDRM", "Identifier removed")                                 \
    _("ECHRNG", "Channel number out of range")                       \
    _("EL2NSYNC", "Level 2 not synchronized")                        \
    _("EL3HLT", "Level 3 halted")                                    \
    _("EL3RST", "Level 3 reset")                                     \
    _("ELNRNG", "Link number out of range")                          \
    _("EUNATCH", "Protocol driver not attached")                     \
    _("ENOCSI", "No CSI structure available")                        \
    _("EL2HLT", "Level 2 halted")                                    \
    _("EBADE", "Invalid exchange")                                   \
    _("EBADR", "Invalid request descriptor")                         \
    _("EXFULL", "Exchange full")                                     \
    _("ENOANO", "No anode")                                          \
    _("EBADRQC", "Invalid request code")                             \
    _("EBADSLT", "Invalid slot")                                     \
    _("", "")                                                        \
    _("EBFONT", "Bad font file format")                              \
    _("ENOSTR", "Device not a stream")                               \
    _("ENODATA", "No data available")                                \
    _("ETIME", "Timer expired")                                      \
    _("ENOSR", "Out of streams resources")                           \
    _("ENONET", "Machine is not on the network")                     \
    _("ENOPKG", "Package not installed")                             \
    _("EREMOTE", "Object is remote")                                 \
    _("ENOLINK", "Link has been severed")                            \
    _("EADV", "Advertise error")                                     \
    _("ESRMNT", "Srmount error")                                     \
    _("ECOMM", "Communication error on send")                        \
    _("EPROTO", "Protocol error")                                    \
    _("EMULTIHOP", "Multihop attempted")                             \
    _("EDOTDOT", "RFS specific error")                               \
    _("EBADMSG", "Bad message")                                      \
    _("EOVERFLOW", "Value too large for defined data type")          \
    _("ENOTUNIQ", "Name not unique on network")                      \
    _("EBADFD", "File descriptor in bad state")                      \
    _("EREMCHG", "Remote address changed")                           \
    _("ELIBACC", "Can not access a needed shared library")           \
    _("ELIBBAD", "Accessing a corrupted shared library")             \
    _("ELIBSCN", ".lib section in a.out corrupted")                  \
    _("ELIBMAX", "Attempting to link in too many shared libraries")  \
    _("ELIBEXEC", "Cannot exec a shared library directly")           \
    _("EILSEQ", "Invalid or incomplete multibyte or wide character") \
    _("ERESTART", "Interrupted system call should be restarted")     \
    _("ESTRPIPE", "Streams pipe error")                              \
    _("EUSERS", "Too many users")                                    \
    _("ENOTSOCK", "Socket operation on non-socket")                  \
    _("EDESTADDRREQ", "Destination address required")                \
    _("EMSGSIZE", "Message too long")                                \
    _("EPROTOTYPE", "Protocol wrong type for socket")                \
    _("ENOPROTOOPT", "Protocol not available")                       \
    _("EPROTONOSUPPORT", "Protocol not supported")                   \
    _("ESOCKTNOSUPPORT", "Socket type not supported")                \
    _("EOPNOTSUPP", "Operation not supported")                       \
    _("EPFNOSUPPORT", "Protocol family not supported")               \
    _("EAFNOSUPPORT", "Address family not supported by protocol")    \
    _("EADDRINUSE", "Address already in use")                        \
    _("EADDRNOTAVAIL", "Cannot assign requested address")            \
    _("ENETDOWN", "Network is down")                                 \
    _("ENETUNREACH", "Network is unreachable")                       \
    _("ENETRESET", "Network dropped connection on reset")            \
    _("ECONNABORTED", "Software caused connection abort")            \
    _("ECONNRESET", "Connection reset by peer")                      \
    _("ENOBUFS", "No buffer space available")                        \
    _("EISCONN", "Transport endpoint is already connected")          \
    _("ENOTCONN", "Transport endpoint is not connected")             \
    _("ESHUTDOWN", "Cannot send after transport endpoint shutdown")  \
    _("ETOOMANYREFS", "Too many references: cannot splice")          \
    _("ETIMEDOUT", "Connection timed out")                           \
    _("ECONNREFUSED", "Connection refused")                          \
    _("EHOSTDOWN", "Host is down")                                   \
    _("EHOSTUNREACH", "No route to host")                            \
    _("EALREADY", "Operation already in progress")                   \
    _("EINPROGRESS", "Operation now in progress")                    \
    _("ESTALE", "Stale file handle")                                 \
    _("EUCLEAN", "Structure needs cleaning")                         \
    _("ENOTNAM", "Not a XENIX named type file")                      \
    _("ENAVAIL", "No XENIX semaphores available")                    \
    _("EISNAM", "Is a named type file")                              \
    _("EREMOTEIO", "Remote I/O error")                               \
    _("EDQUOT", "Disk quota exceeded")                               \
    _("ENOMEDIUM", "No medium found")                                \
    _("EMEDIUMTYPE", "Wrong medium type")                            \
    _("ECANCELED", "Operation canceled")                             \
    _("ENOKEY", "Required key not available")                        \
    _("EKEYEXPIRED", "Key has expired")                              \
    _("EKEYREVOKED", "Key has been revoked")                         \
    _("EKEYREJECTED", "Key was rejected by service")                 \
    _("EOWNERDEAD", "Owner died")                                    \
    _("ENOTRECOVERABLE", "State not recoverable")                    \
    _("ERFKILL", "Operation not possible due to RF-kill")            \
    _("EHWPOISON", "Memory page has hardware error")

/* From signal 1 on. */
#define SIGNALS(_)                        \
    _("HUP", "Hangup")                    \
    _("INT", "Interrupt")                 \
    _("QUIT", "Quit")                     \
    _("ILL", "Illegal instruction")       \
    _("TRAP", "Trace/breakpoint trap")    \
    _("ABRT", "Aborted")                  \
    _("BUS", "Bus error")                 \
    _("FPE", "Floating point exception")  \
    _("KILL", "Killed")                   \
    _("USR1", "User defined signal 1")    \
    _("SEGV", "Segmentation fault")       \
    _("USR2", "User defined signal 2")    \
    _("PIPE", "Broken pipe")              \
    _("ALRM", "Alarm clock")              \
    _("TERM", "Terminated")               \
    _("STKFLT", "Stack fault")            \
    _("CHLD", "Child exited")             \
    _("CONT", "Continued")                \
    _("STOP", "Stopped (signal)")         \
    _("TSTP", "Stopped")                  \
    _("TTIN", "Stopped (tty input)")      \
    _("TTOU", "Stopped (tty output)")     \
    _("URG", "Urgent I/O condition")      \
    _("XCPU", "CPU time limit exceeded")  \
    _("XFSZ", "File size limit exceeded") \
    _("VTALRM", "Virtual timer expired")  \
    _("PROF", "Profiling timer expired")  \
    _("WINCH", "Window changed")          \
    _("POLL", "I/O possible")             \
    _("PWR", "Power failure")             \
    _("SYS", "Bad system call")

#define NAME(name, text) name "\0"
#define TEXT(name, text) text "\0"
#define ONE(name, text) +1

enum { ERROR_COUNT = ERRORS(ONE), SIGNAL_COUNT = SIGNALS(ONE) };

static const char error_names[] = ERRORS(NAME);
static const char error_texts[] = ERRORS(TEXT);
static const char signal_names[] = SIGNALS(NAME);
static const char signal_texts[] = SIGNALS(TEXT);

/* The string number i of a packed table with n rows; NULL when absent or empty. */
static const char *lookup(const char *table, int i, int n) {
    if (i < 0 || i >= n) return NULL;
    for (; i > 0; i--) table += rt_strlen(table) + 1;
    return *table ? table : NULL;
}

const char *rt_error_text(int err) { return lookup(error_texts, err, ERROR_COUNT); }

const char *rt_signal_text(int sig) { return lookup(signal_texts, sig - 1, SIGNAL_COUNT); }

char *rt_strerror(int err) {
    static char unknown[32];
    const char *text = rt_error_text(err);
    if (text) return (char *)text;
    rt_snprintf(unknown, sizeof unknown, "Unknown error %d", err);
    return unknown;
}

char *strerror(int err) { return rt_strerror(err); }
char *strerror_l(int err, locale_t locale) { return (void)locale, rt_strerror(err); }
const char *strerrorname_np(int err) { return lookup(error_names, err, ERROR_COUNT); }
const char *strerrordesc_np(int err) { return rt_error_text(err); }
const char *sigabbrev_np(int sig) { return lookup(signal_names, sig - 1, SIGNAL_COUNT); }
const char *sigdescr_np(int sig) { return rt_signal_text(sig); }

char *strerror_r(int err, char *buf, size_t n) {
    const char *text = rt_error_text(err);
    if (text) return (char *)text;
    rt_snprintf(buf, n, "Unknown error %d", err);
    return buf;
}

int __xpg_strerror_r(int, char *, size_t);
int __xpg_strerror_r(int err, char *buf, size_t n) {
    const char *text = rt_error_text(err);
    size_t len = text ? (size_t)rt_snprintf(buf, n, "%s", text)
                      : (size_t)rt_snprintf(buf, n, "Unknown error %d", err);
    if (!text) return EINVAL;
    return len < n ? 0 : ERANGE;
}

char *strsignal(int sig) {
    static char unknown[32];
    const char *text = rt_signal_text(sig);
    if (text) return (char *)text;
    if (sig >= 34 && sig <= 64)
        rt_snprintf(unknown, sizeof unknown, "Real-time signal %d", sig - 34);
    else
        rt_snprintf(unknown, sizeof unknown, "Unknown signal %d", sig);
    return unknown;
}
