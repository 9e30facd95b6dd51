/** Lines of UTF-8 bytes as they arrive, split at \n only: JSON may hold other line separators inside a string. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const chunk of chunks) {
    const [head = '', ...tail] = decoder.decode(chunk, { stream: true }).split('\n');
    rest.push(head);
    for (const next of tail) {
      yield rest.join('');
      rest = [next];
    }
  }
  rest.push(decoder.decode());
  const last = rest.join('');
  if (last !== '') yield last;
}
