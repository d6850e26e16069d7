import { ByteReader } from '#crypto/byte-reader.ts'
import { Refusal } from '#crypto/refusal.ts'

/** Reads the SSH wire format (RFC 4251, section 5) of key files and public keys. */
export class WireReader extends ByteReader {
  constructor(bytes: Uint8Array) {
    super(bytes, () => new Refusal('damaged', 'The key ends too early', 'file'))
  }

  uint32(): number {
    return this.bytes(4).readUInt32BE()
  }

  string(): Buffer {
    return this.bytes(this.uint32())
  }

  text(): string {
    return this.string().toString('utf8')
  }

  /** A non-negative integer; negative numbers do not occur in keys. */
  mpint(): bigint {
    const bytes = this.string()
    if (bytes[0] !== undefined && bytes[0] > 0x7f)
      throw new Refusal('damaged', 'A number of the key is negative', 'file')
    return bytesToNumber(bytes)
  }

  rest(): Buffer {
    return this.bytes(this.remaining)
  }

  end(): void {
    if (this.remaining > 0) throw new Refusal('damaged', 'There is unexpected data after the key', 'file')
  }
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function wireString(content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([uint32(bytes.length), bytes])
}

export function mpint(value: bigint): Buffer {
  const bytes = numberToBytes(value)
  const isSignBitSet = bytes[0] !== undefined && bytes[0] > 0x7f
  return wireString(isSignBitSet ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes)
}

export function bytesToNumber(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** Big-endian with minimal length, or with exactly `length` bytes. */
export function numberToBytes(value: bigint, length?: number): Buffer {
  const digits = value === 0n ? '' : value.toString(16)
  return Buffer.from(digits.padStart(length ? length * 2 : digits.length + (digits.length % 2), '0'), 'hex')
}
