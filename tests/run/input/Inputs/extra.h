#define FROM_EXTRA 22
