const idBytes = 16

/**
 * Finds where ids of 16 bytes stand among up to `most`: 16 bytes an id and 6 to 12 for the hash that finds it, in plain numbers, so that a million cost no
 * object. A slot may stay empty.
 */
export const idSlots = (most: number) => {
  const ids = new Int32Array(most * 4)
  const bytes = new Uint8Array(ids.buffer)
  const size = 2 ** Math.ceil(Math.log2(Math.max(8, most * 1.5)))
  // the slot and one more; none is 0
  const table = new Int32Array(size)

  const home = (a: number, b: number, c: number, d: number): number => {
    const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b) ^ Math.imul(Math.imul(c, 0xc2b2ae35) ^ d, 0x27d4eb2f)
    return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0
  }

  return {
    /** Puts ids, one behind the other, into the slots from `first` on. */
    add: (from: Uint8Array, first: number): void => {
      bytes.set(from, first * idBytes)
      for (let slot = first; slot < first + from.length / idBytes; slot++) {
        const at = slot * 4
        let place = home(ids[at] as number, ids[at + 1] as number, ids[at + 2] as number, ids[at + 3] as number) & (size - 1)
        while (table[place] !== 0) place = (place + 1) & (size - 1)
        table[place] = slot + 1
      }
    },
    /** The slot of the id whose four numbers stand in `from` at `at`; -1 when it is none of them. */
    find: (from: Int32Array, at: number): number => {
      const [a, b, c, d] = [from[at] as number, from[at + 1] as number, from[at + 2] as number, from[at + 3] as number]
      for (let place = home(a, b, c, d) & (size - 1); ; place = (place + 1) & (size - 1)) {
        const slot = (table[place] as number) - 1
        if (slot < 0) return -1
        const its = slot * 4
        if (ids[its] === a && ids[its + 1] === b && ids[its + 2] === c && ids[its + 3] === d) return slot
      }
    },
  }
}
