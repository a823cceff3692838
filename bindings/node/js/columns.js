/** Blocks of so many bytes have records of one length. */
export const BLOCK = 65536;

/** Puts the data of an engine back from columns, in which tables pack better, into their order; changes `bytes`. */
export function fromColumns(bytes, { start, end, columns }) {
  columns.forEach((width, index) => {
    if (width === 1) return;
    const at = start + index * BLOCK;
    const block = bytes.subarray(at, Math.min(at + BLOCK, end));
    const from = Uint8Array.prototype.slice.call(block);
    let next = 0;
    for (let column = 0; column < width; column += 1) {
      for (let to = column; to < block.length; to += width) block[to] = from[next++];
    }
  });
  return bytes;
}
