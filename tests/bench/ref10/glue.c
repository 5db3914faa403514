// Scans a batch with monero's curve and hash, one key after the other as wallet2 does: the peer of the scan kernel. The same batch and hits
// as `Scanner` in src/crypto/scan.ts; the host writes the arrays and calls watch and scan.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "crypto-ops.h"
#include "hash-ops.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

/* The hand-written assembly that wallet2 uses on amd64. */
#ifdef ASSEMBLY
int monero_crypto_amd64_64_24k_generate_key_derivation(char *out, const char *key, const char *secret);
int monero_crypto_amd64_64_24k_generate_subaddress_public_key(char *out, const char *output, const char *scalar);
#endif

#define MAX_KEYS 0x4000
#define MAX_OUTPUTS 0x10000
#define MAX_SPEND_KEYS 0x4000
#define SLOTS (4 * MAX_SPEND_KEYS)

typedef struct {
  uint32_t output, key, spend_key;
} hit;

uint8_t view_secret[32];
uint8_t spend_keys[MAX_SPEND_KEYS][32];
uint8_t keys[MAX_KEYS][32];
uint8_t outputs[MAX_OUTPUTS][32];
uint32_t output_indexes[MAX_OUTPUTS];
uint32_t first_keys[MAX_OUTPUTS];
uint8_t key_counts[MAX_OUTPUTS];
int32_t additional_keys[MAX_OUTPUTS];
int16_t view_tags[MAX_OUTPUTS];
uint8_t derivations[MAX_KEYS][32];
hit hits[MAX_OUTPUTS];

static uint8_t derived[MAX_KEYS];
static uint32_t slots[SLOTS];

/* Where the host writes and reads. */
#define ADDRESS(name, array) EXPORT(name) void *address_of_##array(void) { return array; }
ADDRESS(viewSecret, view_secret)
ADDRESS(spendKeys, spend_keys)
ADDRESS(keys, keys)
ADDRESS(outputs, outputs)
ADDRESS(outputIndexes, output_indexes)
ADDRESS(firstKeys, first_keys)
ADDRESS(keyCounts, key_counts)
ADDRESS(additionalKeys, additional_keys)
ADDRESS(viewTags, view_tags)
ADDRESS(derivations, derivations)
ADDRESS(hits, hits)

/* Returns the slot of a spend key, or the empty one where it belongs. A slot holds a position plus one; the key itself is its hash. */
static uint32_t slot_of(const uint8_t *key) {
  uint32_t slot;
  memcpy(&slot, key, 4);
  for (slot %= SLOTS; slots[slot] != 0; slot = (slot + 1) % SLOTS)
    if (memcmp(key, spend_keys[slots[slot] - 1], 32) == 0) break;
  return slot;
}

/* Loads the spend keys that the host wrote. */
EXPORT(watch) void watch(uint32_t count) {
  memset(slots, 0, sizeof slots);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t slot = slot_of(spend_keys[i]);
    if (slots[slot] == 0) slots[slot] = i + 1;
  }
}

/* D = 8 a R; returns 0 if R is not a point. */
static int derive(uint8_t *derivation, const uint8_t *key) {
#ifdef ASSEMBLY
  return monero_crypto_amd64_64_24k_generate_key_derivation((char *)derivation, (const char *)key, (char *)view_secret) == 0;
#else
  ge_p3 point;
  ge_p2 multiple;
  ge_p1p1 eightfold;
  if (ge_frombytes_vartime(&point, key) != 0) return 0;
  ge_scalarmult(&multiple, view_secret, &point);
  ge_mul8(&eightfold, &multiple);
  ge_p1p1_to_p2(&multiple, &eightfold);
  ge_tobytes(derivation, &multiple);
  return 1;
#endif
}

static size_t write_varint(uint8_t *to, uint32_t value) {
  size_t length = 0;
  for (; value >= 0x80; value >>= 7) to[length++] = (uint8_t)(value | 0x80);
  to[length++] = (uint8_t)value;
  return length;
}

static int view_tag(const uint8_t *derivation, uint32_t index) {
  uint8_t message[8 + 32 + 5] = {'v', 'i', 'e', 'w', '_', 't', 'a', 'g'};
  uint8_t hash[32];
  memcpy(message + 8, derivation, 32);
  cn_fast_hash(message, 40 + write_varint(message + 40, index), (char *)hash);
  return hash[0];
}

/* P - s G; returns 0 if P is not a point. */
static int subtract(uint8_t *spend_key, const uint8_t *output, const uint8_t *scalar) {
#ifdef ASSEMBLY
  return monero_crypto_amd64_64_24k_generate_subaddress_public_key((char *)spend_key, (const char *)output, (const char *)scalar) == 0;
#else
  ge_p3 point, multiple;
  ge_cached cached;
  ge_p1p1 difference;
  ge_p2 result;
  if (ge_frombytes_vartime(&point, output) != 0) return 0;
  ge_scalarmult_base(&multiple, scalar);
  ge_p3_to_cached(&cached, &multiple);
  ge_sub(&difference, &point, &cached);
  ge_p1p1_to_p2(&result, &difference);
  ge_tobytes(spend_key, &result);
  return 1;
#endif
}

/* scalar = Hs(D || index) */
static void derivation_to_scalar(uint8_t *scalar, const uint8_t *derivation, uint32_t index) {
  uint8_t message[32 + 5];
  memcpy(message, derivation, 32);
  cn_fast_hash(message, 32 + write_varint(message + 32, index), (char *)scalar);
  sc_reduce32(scalar);
}

/* Returns the position plus one of the watched key that owns an output by a key's derivation, else 0. */
static uint32_t find(uint32_t output, uint32_t key) {
  uint8_t spend_key[32], scalar[32];
  const uint32_t index = output_indexes[output];
  if (!derived[key]) return 0;
  if (view_tags[output] >= 0 && view_tags[output] != view_tag(derivations[key], index)) return 0;
  derivation_to_scalar(scalar, derivations[key], index);
  if (!subtract(spend_key, outputs[output], scalar)) return 0;
  return slots[slot_of(spend_key)];
}

/* Scans the batch that the host wrote. Returns the number of hits. */
EXPORT(scan) uint32_t scan(uint32_t key_count, uint32_t output_count) {
  uint32_t count = 0;
  for (uint32_t key = 0; key < key_count; key++) derived[key] = (uint8_t)derive(derivations[key], keys[key]);
  for (uint32_t output = 0; output < output_count; output++) {
    uint32_t key = first_keys[output], found = 0;
    const uint32_t end = key + key_counts[output];
    for (; key < end && found == 0; key++) found = find(output, key);
    if (found != 0) key--;
    else if (additional_keys[output] >= 0) found = find(output, key = (uint32_t)additional_keys[output]);
    if (found != 0) hits[count++] = (hit){output, key, found - 1};
  }
  return count;
}
