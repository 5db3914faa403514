// The same peer as a native program: reads a batch from a file, scans it once, prints the number of hits and each of them (output, key,
// position of the spend key, derivation in hex), then the nanoseconds of each further round.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "glue.c"

static void read_array(FILE *file, void *to, size_t size, size_t capacity) {
  if (size > capacity || fread(to, 1, size, file) != size) {
    fprintf(stderr, "the batch is cut off or too large\n");
    exit(1);
  }
}

int main(int argc, char **argv) {
  uint32_t counts[3];
  FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: native BATCH ROUNDS\n");
    return 1;
  }
  read_array(file, counts, sizeof counts, sizeof counts);
  const uint32_t key_count = counts[0], output_count = counts[1], spend_key_count = counts[2];
#define READ(array, count) read_array(file, array, (size_t)(count) * sizeof array[0], sizeof array)
  read_array(file, view_secret, 32, 32);
  READ(spend_keys, spend_key_count);
  READ(keys, key_count);
  READ(outputs, output_count);
  READ(output_indexes, output_count);
  READ(first_keys, output_count);
  READ(key_counts, output_count);
  READ(additional_keys, output_count);
  READ(view_tags, output_count);
  fclose(file);

  watch(spend_key_count);
  const uint32_t count = scan(key_count, output_count);
  printf("%u\n", count);
  for (uint32_t i = 0; i < count; i++) {
    printf("%u %u %u ", hits[i].output, hits[i].key, hits[i].spend_key);
    for (int j = 0; j < 32; j++) printf("%02x", derivations[hits[i].key][j]);
    printf("\n");
  }
  for (int round = atoi(argv[2]); round > 0; round--) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    scan(key_count, output_count);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%lld\n", (end.tv_sec - start.tv_sec) * 1000000000LL + (end.tv_nsec - start.tv_nsec));
  }
  return 0;
}
