// RUN: %stops %s | %check %s
// REQUIRES: shrike
// Unknown functions are not called on the host unless the user says so.
int completely_unknown_function(int);

int main(void) {
    return completely_unknown_function(3);
}
// CHECK: external.c:7:12: error: {{.*}}completely_unknown_function{{.*}} [external-function]
