// Random choices that a seed decides.

/** A source of random choices: the same seed makes the same ones on every machine (the generator is mulberry32). */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from `low` to `high`, both included. */
  whole(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(share) {
    return this.next() < share;
  }

  pick(list) {
    return list[this.whole(0, list.length - 1)];
  }

  /** Returns `count` things that `make` makes. */
  some(count, make) {
    return Array.from({ length: count }, make);
  }
}
