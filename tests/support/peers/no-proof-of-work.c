/* The functions of librandomx that monerod calls, without the work: each hash is 0, which any difficulty accepts. It needs no other library. */
#include <stddef.h>

static char object;

int randomx_get_flags(void) { return 0; }
void *randomx_alloc_cache(int flags) { return (void)flags, &object; }
void randomx_init_cache(void *cache, const void *key, size_t size) { (void)cache, (void)key, (void)size; }
void *randomx_create_vm(int flags, void *cache, void *dataset) { return (void)flags, (void)cache, (void)dataset, &object; }
void randomx_vm_set_cache(void *vm, void *cache) { (void)vm, (void)cache; }
void randomx_destroy_vm(void *vm) { (void)vm; }
void randomx_calculate_hash(void *vm, const void *input, size_t size, char *hash) {
  (void)vm, (void)input, (void)size;
  for (int i = 0; i < 32; i++) hash[i] = 0;
}
