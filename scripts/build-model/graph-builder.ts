import { create, toBinary } from '@bufbuild/protobuf';
import {
  type AttributeProto,
  AttributeProto_AttributeType,
  AttributeProtoSchema,
  GraphProtoSchema,
  ModelProtoSchema,
  type NodeProto,
  NodeProtoSchema,
  OperatorSetIdProtoSchema,
  type TensorProto,
  TensorProto_DataType,
  TensorProtoSchema,
  TensorShapeProto_DimensionSchema,
  TensorShapeProtoSchema,
  TypeProto_TensorSchema,
  TypeProtoSchema,
  type ValueInfoProto,
  ValueInfoProtoSchema,
} from 'onnx-buf';

export const FLOAT = TensorProto_DataType.FLOAT;
export const INT32 = TensorProto_DataType.INT32;
export const INT64 = TensorProto_DataType.INT64;

/** An edge of the graph: the name of a node's output, an initializer or a graph input. '' is an absent input. */
export type Edge = string;
/** A number is an ONNX INT; `{ float }` a FLOAT; an array INTS. */
export type Attribute = number | readonly number[] | { readonly float: number };
export interface GraphValue {
  readonly name: string;
  readonly type: TensorProto_DataType;
  /** A string is a symbolic dimension. */
  readonly dims: readonly (string | number)[];
}

const OPSET = 17n;
const IR_VERSION = 8n;
const MICROSOFT_DOMAIN = 'com.microsoft';
const MICROSOFT_OPERATORS = new Set([
  'SkipLayerNormalization',
  'BiasGelu',
  'MultiHeadAttention',
  'MatMulIntegerToFloat',
]);

/** Collects nodes and initializers in call order, so that the same calls give the same bytes. */
export class GraphBuilder {
  private readonly nodes: NodeProto[] = [];
  private readonly initializers = new Map<string, TensorProto>();
  private edges = 0;

  /** Adds a node with one output and returns that output; `outputName` is for the graph's own outputs. */
  op(
    opType: string,
    inputs: readonly Edge[],
    attributes: Record<string, Attribute> = {},
    outputName?: string,
  ): Edge {
    const output = outputName ?? this.nextEdge(opType);
    this.addNode(opType, inputs, [output], attributes);
    return output;
  }

  /** Splits the last axis into parts of the given widths. */
  split(input: Edge, widthsName: string, widths: readonly number[]): Edge[] {
    const inputs = [input, this.int64(widthsName, widths)];
    const outputs = widths.map(() => this.nextEdge('Split'));
    this.addNode('Split', inputs, outputs, { axis: -1 });
    return outputs;
  }

  float(name: string, dims: readonly number[], values: ArrayLike<number>): Edge {
    return this.initializer(name, TensorProto_DataType.FLOAT, dims, Float32Array.from(values));
  }
  scalar(name: string, value: number): Edge {
    return this.float(name, [], [value]);
  }
  uint8(name: string, dims: readonly number[], values: ArrayLike<number>): Edge {
    return this.initializer(name, TensorProto_DataType.UINT8, dims, Uint8Array.from(values));
  }
  int64(name: string, values: readonly number[]): Edge {
    const data = BigInt64Array.from(values.map(BigInt));
    return this.initializer(name, TensorProto_DataType.INT64, [values.length], data);
  }

  /** Serializes the model; the bytes depend on the calls made and on nothing else. */
  toBytes(graphName: string, inputs: readonly GraphValue[], outputs: readonly GraphValue[]): Uint8Array {
    const model = create(ModelProtoSchema, {
      irVersion: IR_VERSION,
      producerName: 'minilm-tfjs-to-onnx',
      opsetImport: [
        create(OperatorSetIdProtoSchema, { domain: '', version: OPSET }),
        create(OperatorSetIdProtoSchema, { domain: MICROSOFT_DOMAIN, version: 1n }),
      ],
      graph: create(GraphProtoSchema, {
        name: graphName,
        node: this.nodes,
        initializer: [...this.initializers.values()],
        input: inputs.map(valueInfo),
        output: outputs.map(valueInfo),
      }),
    });
    return toBinary(ModelProtoSchema, model);
  }

  private nextEdge(opType: string): Edge {
    return `${opType}_${this.edges++}`;
  }

  private addNode(
    opType: string,
    inputs: readonly Edge[],
    outputs: readonly Edge[],
    attributes: Record<string, Attribute>,
  ): void {
    this.nodes.push(
      create(NodeProtoSchema, {
        name: `n${this.nodes.length}_${opType}`,
        opType,
        domain: MICROSOFT_OPERATORS.has(opType) ? MICROSOFT_DOMAIN : '',
        input: [...inputs],
        output: [...outputs],
        attribute: Object.entries(attributes).map(attributeProto),
      }),
    );
  }

  /** Names are identities: a constant that several nodes use is stored once. */
  private initializer(
    name: string,
    dataType: TensorProto_DataType,
    dims: readonly number[],
    data: Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>,
  ): Edge {
    if (!this.initializers.has(name)) {
      const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      this.initializers.set(
        name,
        create(TensorProtoSchema, { name, dataType, dims: dims.map(BigInt), rawData }),
      );
    }
    return name;
  }
}

function attributeProto([name, value]: [string, Attribute]): AttributeProto {
  if (typeof value === 'number') {
    return create(AttributeProtoSchema, { name, type: AttributeProto_AttributeType.INT, i: BigInt(value) });
  }
  if ('float' in value) {
    return create(AttributeProtoSchema, { name, type: AttributeProto_AttributeType.FLOAT, f: value.float });
  }
  return create(AttributeProtoSchema, {
    name,
    type: AttributeProto_AttributeType.INTS,
    ints: value.map(BigInt),
  });
}

function valueInfo({ name, type, dims }: GraphValue): ValueInfoProto {
  const dim = dims.map((d) =>
    create(TensorShapeProto_DimensionSchema, {
      value: typeof d === 'string' ? { case: 'dimParam', value: d } : { case: 'dimValue', value: BigInt(d) },
    }),
  );
  const tensor = create(TypeProto_TensorSchema, {
    elemType: type,
    shape: create(TensorShapeProtoSchema, { dim }),
  });
  return create(ValueInfoProtoSchema, {
    name,
    type: create(TypeProtoSchema, { value: { case: 'tensorType', value: tensor } }),
  });
}
