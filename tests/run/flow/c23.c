// RUN: %same -std=c23 %s
#include <stddef.h>
#include <stdio.h>

constexpr int size = 4;
enum small : unsigned char { LOW = 1, HIGH = 255 };
[[nodiscard]] static int get(void) { return 5; }
static int unnamed(int, int b) { return b; }

int main() {
    int a[size] = {};
    auto d = 2.5;
    typeof(d) e = d * 2;
    bool t = true;
    int *p = nullptr;
    a[1] = 0b1010'1010;
    printf("%d %g %d %d %d %d\n", a[1] + a[2], e, t, p == nullptr, get() + unnamed(1, 2), (int)sizeof(enum small));
    switch (a[1]) {
    case 170: [[fallthrough]];
    case 1: puts("label at the end");
    }
    static_assert(sizeof(bool) == 1);
    goto end;
end:
}
