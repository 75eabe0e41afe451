/* A shared object, but no plugin. */
__attribute__((visibility("default"))) int something_else(void);
__attribute__((visibility("default"))) int something_else(void) { return 1; }
