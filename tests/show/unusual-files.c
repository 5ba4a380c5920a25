// Sources that are no plain files are refused, empty pipes hold nothing, and a verdict that cannot be printed is an error.
// RUN: rm -rf %t && mkdir -p %t && cd %t && mkfifo source.c known.json
// RUN: sh -c 'cd %t && timeout 20 %shrike verify source.c; test $? = 1' 2>&1 | FileCheck --check-prefix=SOURCE %s
// RUN: sh -c 'cd %t && timeout 20 %shrike verify --baseline known.json %s; test $? = 1' 2>&1 | FileCheck --check-prefix=BASELINE %s
// RUN: sh -c 'cd %t && timeout 20 %shrike verify --property known.json %s; test $? = 1' 2>&1 | FileCheck --check-prefix=PROPERTY %s
// RUN: sh -c 'timeout 50 %shrike verify %s > /dev/full; test $? = 1' 2>&1 | FileCheck --check-prefix=FULL %s
// RUN: sh -c 'timeout 50 %shrike verify --engine=explore %s > /dev/full; test $? = 1' 2>&1 | FileCheck --check-prefix=FULL %s
// RUN: sh -c 'timeout 50 %shrike verify --json %t/x.json %s > /dev/full; test $? = 1' 2>&1 | FileCheck --check-prefix=FULL %s
// RUN: sh -c 'timeout 50 %shrike verify --max-memory 200 -DLARGE %s; test $? = 20' 2>&1 | FileCheck --check-prefix=LARGE %s
// SOURCE: source.c: not a plain file
// BASELINE: known.json:1:1: the text ends too early
// PROPERTY: known.json contains no property
// FULL: error: cannot write to standard output
// LARGE: unusual-files.c:[[@LINE+2]]: the initial value of large takes 2048 MB, for which there is no memory (--max-memory)
#ifdef LARGE
char large[1ul << 31] = {1};
#else
char large[1];
#endif

int main(void) {
    return large[0] > 1;
}
