// Where a frame lies is nothing that a model can say: no verdict rests on it.
// RUN: %verdict UNKNOWN -DOP='<' --engine=explore %s
// RUN: %verdict UNKNOWN -DOP='>' --engine=explore %s
// RUN: %verdict UNKNOWN -DOP='>' --engine=bmc -m32 %s
void reach_error(void);
int main(void) {
    char c = 0;
    if ((char *)__builtin_frame_address(0) OP &c) reach_error();
    return 0;
}
