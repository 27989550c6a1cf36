#include "libtapster/lib.h"
int tapster_clean_cache(struct tapster_session *s){return 0;}
int tapster_fetch_kernel(struct tapster_session *s, const char *w, const char **r){return -1;}
void tapster_doctor(struct tapster_session *s, void (*fn)(void *, const struct tapster_check *), void *data){}
