import { embeddingText } from '../../src/core/embedding-text';
import { poolTexts } from '../../src/core/relevance-facts';
import { makeStructure } from '../../src/core/structure';
import { onlyFile } from './args';
import { type Command, InputError } from './command';
import { openVectors } from './facts';
import { FACT_OPTIONS, readSegmentation } from './lane-options';
import { openDocument } from './open-document';

export const embed: Command = {
  name: 'embed',
  synopsis: 'FILE [options]',
  about: 'Prints the vector of every turn, by the model and the code of the browser.',
  options: { segmentation: FACT_OPTIONS.segmentation! },

  async run(args, io) {
    const file = onlyFile(args);
    const segmentation = readSegmentation(args);
    const { document } = await openDocument(file, io);
    const { messages, turns } = makeStructure(document.conversation.messages, segmentation);
    const vectors = await openVectors(io);
    if (!vectors.ok) throw new InputError(vectors.error);
    const { manifest, vectorOf } = vectors.value;
    await vectors.value.embed(messages);
    await io.write(
      `{"model":${JSON.stringify(manifest.id)},"version":${JSON.stringify(manifest.version)},` +
        `"dimensions":${manifest.dimensions},"turns":[`,
    );
    let separator = '\n';
    for (const { number, start, end } of turns.list) {
      const texts = messages.slice(start, end).map(embeddingText);
      const vector = poolTexts(
        texts.filter((t) => t !== null),
        vectorOf,
      )!;
      await io.write(`${separator}${JSON.stringify({ turn: number, vector: Array.from(vector, shortest) })}`);
      separator = ',\n';
    }
    await io.write('\n]}\n');
    return 0;
  },
};

/** Nine digits name every 32-bit float; a double's seventeen would only make the output twice as long. */
const shortest = (x: number): number => Number(x.toPrecision(9));
