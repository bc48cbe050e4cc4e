// Runs Perfetto's own importer, the WebAssembly that its viewer uses, on a trace, and prints the rows of each query as a line of JSON.
//
//   node query.js FOLDER TRACE QUERY...
//
// FOLDER has the viewer's engine_bundle.js and its WebAssembly. The engine expects a worker of a browser, of which this gives it what it
// needs, and speaks the messages TraceProcessorRpc of Perfetto's trace_processor.proto.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [folder, trace, ...queries] = process.argv.slice(2);

// --- Messages

function varint(value) {
  const bytes = [];
  for (value = BigInt(value); value > 127n; value >>= 7n) bytes.push(Number(value & 127n) | 128);
  bytes.push(Number(value));
  return Buffer.from(bytes);
}

function bytesField(number, bytes) {
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function numberField(number, value) {
  return Buffer.concat([varint(number << 3), varint(value)]);
}

function readVarint(bytes, at) {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = bytes[at.offset++];
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

function* fields(bytes) {
  const at = { offset: 0 };
  while (at.offset < bytes.length) {
    const key = Number(readVarint(bytes, at));
    const number = key >> 3;
    let value;
    if ((key & 7) === 0) value = readVarint(bytes, at);
    else if ((key & 7) === 1) value = bytes.subarray(at.offset, (at.offset += 8));
    else if ((key & 7) === 2) {
      const length = Number(readVarint(bytes, at));
      value = bytes.subarray(at.offset, (at.offset += length));
    } else throw new Error(`a field of type ${key & 7}`);
    yield [number, value];
  }
}

function varints(value) {
  if (typeof value === "bigint") return [value];
  const at = { offset: 0 };
  const all = [];
  while (at.offset < value.length) all.push(readVarint(value, at));
  return all;
}

// --- The engine

function start() {
  return new Promise((resolve) => {
    const scope = {
      console: { log() {}, warn() {}, error: console.error },
      URL, TextDecoder, TextEncoder, setTimeout, clearTimeout, performance, crypto,
      WorkerGlobalScope: function () {},
      XMLHttpRequest: class {
        open(method, name) { this.name = name; }
        send() {
          const bytes = fs.readFileSync(path.join(folder, path.basename(this.name)));
          this.status = 200;
          this.response = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
        }
      },
    };
    scope.self = scope;
    scope.globalThis = scope;
    scope.location = { href: "http://engine/", protocol: "http:", host: "engine" };
    const context = vm.createContext(scope);
    vm.runInContext(fs.readFileSync(path.join(folder, "engine_bundle.js"), "utf8"), context);
    // A message of bytes must have the type that the engine knows.
    const Bytes = vm.runInContext("Uint8Array", context);
    const port = { onmessage: null, onreply: null, postMessage(bytes) { port.onreply(Buffer.from(bytes)); } };
    scope.onmessage({ data: port });
    const send = (message) => port.onmessage({ data: Bytes.from(bytesField(1, message)) });
    setTimeout(() => resolve({ port, send }), 0);
  });
}

let sequence = 0;

// Sends a request; returns the replies, which come before the call returns.
function call({ port, send }, method, ...rest) {
  const replies = [];
  port.onreply = (bytes) => {
    for (const [, message] of fields(bytes)) replies.push(new Map(fields(message)));
  };
  send(Buffer.concat([numberField(1, sequence++), numberField(2, method), ...rest]));
  return replies;
}

function query(engine, sql) {
  const names = [];
  const cells = [];
  for (const reply of call(engine, 3, bytesField(103, bytesField(1, Buffer.from(sql))))) {
    for (const [number, value] of fields(reply.get(203))) {
      if (number === 1) names.push(value.toString());
      if (number === 2) throw new Error(`${sql}: ${value}`);
      if (number !== 3) continue;
      const columns = { types: [], whole: [], fraction: [], text: [] };
      for (const [kind, part] of fields(value)) {
        if (kind === 1) columns.types.push(...varints(part));
        if (kind === 2) columns.whole.push(...varints(part).map((one) => Number(BigInt.asIntN(64, one))));
        if (kind === 3) for (let at = 0; at < part.length; at += 8) columns.fraction.push(part.readDoubleLE(at));
        if (kind === 5) columns.text.push(...part.toString().split("\0"));
      }
      for (const type of columns.types) {
        cells.push({ 1: () => null, 2: () => columns.whole.shift(), 3: () => columns.fraction.shift(), 4: () => columns.text.shift() }[type]());
      }
    }
  }
  const rows = [];
  for (let at = 0; at < cells.length; at += names.length) {
    rows.push(Object.fromEntries(names.map((name, column) => [name, cells[at + column]])));
  }
  return rows;
}

async function main() {
  const engine = await start();
  const bytes = fs.readFileSync(trace);
  for (let at = 0; at < bytes.length; at += 1 << 20) {
    for (const reply of call(engine, 1, bytesField(101, bytes.subarray(at, at + (1 << 20))))) {
      for (const [number, value] of fields(reply.get(201) ?? Buffer.alloc(0))) if (number === 2) throw new Error(value.toString());
    }
  }
  call(engine, 2);
  for (const sql of queries) console.log(JSON.stringify(query(engine, sql)));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
