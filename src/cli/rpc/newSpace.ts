// The part of V8's heap for new objects.

import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's space for new objects at its first size, 8 MB. Else it grows to 134 MB while a large wallet is read, all of which stays in memory
 * until the service rests. Smaller spaces are collected more often, which takes a sync at most some hundredths more processor time.
 */
export const keepNewSpaceSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')
