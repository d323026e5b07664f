// The binary frames of the long connection: one protobuf message each, package pbbp2.
import protobuf from 'protobufjs'

export interface Frame {
  seq: number
  log: number
  service: number
  /** 0 control, 1 data. */
  method: number
  headers: Record<string, string>
  payload: string
}

// The platform has uint64 for the first two; small numbers look the same, and no Long library gets in between.
const schema = `
syntax = "proto2";
package pbbp2;
message Header { required string key = 1; required string value = 2; }
message Frame {
  required uint32 SeqID = 1; required uint32 LogID = 2; required int32 service = 3; required int32 method = 4;
  repeated Header headers = 5; optional string payloadEncoding = 6; optional string payloadType = 7;
  optional bytes payload = 8; optional string LogIDNew = 9;
}`

const type = protobuf.parse(schema, { keepCase: true }).root.lookupType('pbbp2.Frame')

interface Wire {
  SeqID: number
  LogID: number
  service: number
  method: number
  headers: { key: string; value: string }[]
  payload?: Uint8Array
}

/** `payload` may be a slice of a text: bytes, not characters, are cut. */
export function encodeFrame(frame: Omit<Frame, 'payload'> & { payload?: Uint8Array }): Uint8Array {
  const wire: Wire = {
    SeqID: frame.seq,
    LogID: frame.log,
    service: frame.service,
    method: frame.method,
    headers: Object.entries(frame.headers).map(([key, value]) => ({ key, value })),
    ...(frame.payload && { payload: frame.payload }),
  }
  return type.encode(type.create(wire)).finish()
}

/** Throws on bytes that are no frame. */
export function decodeFrame(bytes: Uint8Array): Frame {
  const wire = type.toObject(type.decode(bytes), { arrays: true }) as Wire
  return {
    seq: wire.SeqID,
    log: wire.LogID,
    service: wire.service,
    method: wire.method,
    headers: Object.fromEntries(wire.headers.map(({ key, value }) => [key, value])),
    payload: new TextDecoder().decode(wire.payload),
  }
}
