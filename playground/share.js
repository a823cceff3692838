// A state as the fragment of an address: JSON, deflated, in base64 for addresses.

const PREFIX = '#s=';
/** Limit: characters of a fragment; longer ones are cut by applications that people share addresses in. */
const MAX_FRAGMENT = 200_000;
/** Limit: characters of a state that is unpacked. */
const MAX_STATE = 20_000_000;

export async function toFragment(state) {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const fragment = PREFIX + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  if (fragment.length > MAX_FRAGMENT) {
    throw new Error(`This page is too large for an address (${Math.round(fragment.length / 1000)} kB). Share the file instead.`);
  }
  return fragment;
}

/** The state of a fragment; null if it has none. */
export async function fromFragment(fragment) {
  if (!fragment.startsWith(PREFIX)) return null;
  const binary = atob(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
  const reader = new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return JSON.parse(text);
    text += value;
    if (text.length > MAX_STATE) throw new Error('the state unpacks to more than is allowed');
  }
}
