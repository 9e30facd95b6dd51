/** The dimensions of all-MiniLM-L6-v2 (a 6-layer BERT), as its Hugging Face config.json states them. */
export const ARCHITECTURE = {
  layers: 6,
  hidden: 384,
  heads: 12,
  feedForward: 1536,
  vocabulary: 30522,
  positions: 512,
  tokenTypes: 2,
  layerNormEpsilon: 1e-12,
} as const;

export const MODEL_ID = 'all-MiniLM-L6-v2';

/** Tokens per pass the sentence model was trained on, [CLS] and [SEP] included. */
export const MAX_TOKENS = 256;

/** The config.json transformers.js reads to choose the model class. */
export const HUGGING_FACE_CONFIG = {
  architectures: ['BertModel'],
  hidden_act: 'gelu',
  hidden_size: ARCHITECTURE.hidden,
  intermediate_size: ARCHITECTURE.feedForward,
  layer_norm_eps: ARCHITECTURE.layerNormEpsilon,
  max_position_embeddings: ARCHITECTURE.positions,
  model_type: 'bert',
  num_attention_heads: ARCHITECTURE.heads,
  num_hidden_layers: ARCHITECTURE.layers,
  pad_token_id: 0,
  position_embedding_type: 'absolute',
  type_vocab_size: ARCHITECTURE.tokenTypes,
  vocab_size: ARCHITECTURE.vocabulary,
};
