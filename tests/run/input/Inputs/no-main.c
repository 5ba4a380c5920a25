int not_main(void) { return 7; }
