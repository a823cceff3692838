/** Blocks of so many bytes have records of one length. */
export const BLOCK = 8192;

/**
 * Puts the data of an engine back from columns, in which tables pack better, into their order; changes `bytes`. Each of `columns`
 * is the length of a record, negative where a column has the differences of its bytes.
 */
export function fromColumns(bytes, { start, end, columns }) {
  const from = new Uint8Array(BLOCK);
  columns.forEach((form, index) => {
    if (form === 1) return;
    const at = start + index * BLOCK;
    const stop = Math.min(at + BLOCK, end);
    from.set(bytes.subarray(at, stop));
    inOrder(bytes, from, at, stop, Math.abs(form), form < 0 ? 255 : 0);
  });
  return bytes;
}

/** Writes one block; `mask` is 255 where the byte before counts. Alone, since it is translated early then. */
function inOrder(bytes, from, at, stop, width, mask) {
  let next = 0;
  for (let column = 0; column < width; column += 1) {
    let byte = 0;
    for (let to = at + column; to < stop; to += width) {
      byte = (byte & mask) + from[next];
      bytes[to] = byte;
      next += 1;
    }
  }
}
