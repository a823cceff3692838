/** Blocks of so many bytes have records of one length. */
export const BLOCK = 8192;

/**
 * Puts the data of an engine back from columns, in which tables pack better, into their order; changes `bytes`. Each of `columns`
 * is the length of a record, negative where a column has the differences of its bytes.
 */
export function fromColumns(bytes, { start, end, columns }) {
  columns.forEach((form, index) => {
    if (form === 1) return;
    const width = Math.abs(form);
    const at = start + index * BLOCK;
    const block = bytes.subarray(at, Math.min(at + BLOCK, end));
    const from = Uint8Array.prototype.slice.call(block);
    let next = 0;
    for (let column = 0; column < width; column += 1) {
      let before = 0;
      for (let to = column; to < block.length; to += width) {
        block[to] = form < 0 ? before + from[next] : from[next];
        before = block[to];
        next += 1;
      }
    }
  });
  return bytes;
}
