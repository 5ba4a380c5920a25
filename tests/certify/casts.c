// RUN: %certified %s -DWORDS
// RUN: %certified %s -DNAMES
// RUN: %certified %s -DVARIABLE
// RUN: %certified %s -DNARROW
// Casts in conditions: C's words, stdint's names, and a variable that is called like a type, which is none.
// CLAIM: WORDS={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "uint"], "holds": ["(unsigned short int) i == i", "i <= 1000", "uint == i"]}
// CLAIM: NAMES={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "uint"], "holds": ["(uint16_t) i == i", "i <= 1000", "uint == i"]}
// CLAIM: VARIABLE={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "uint"], "holds": ["i <= 1000", "(uint) - i == 0"]}
// CLAIM: NARROW={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "uint"], "holds": ["(uint8_t) i == i", "i <= 1000", "uint == i"]}
// EXPECT: NARROW=INVALID
// EXPECT: VALID
#include <assert.h>

int main(void) {
    unsigned i = 0, uint = 0;
    while (i < 1000) i++, uint++;
    assert(uint == 1000);
    return 0;
}
