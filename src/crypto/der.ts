import { AsnParser, AsnSerializer } from '@peculiar/asn1-schema'
import { type AsnType, Constructed, fromBER, OctetString, Sequence, Set as AsnSet } from 'asn1js'
import { Refusal } from './refusal.ts'

/** A DER-encoded object, such as a certificate, request or key; the common form for functions, threads and tables. */
export type Der = Uint8Array<ArrayBuffer>

// Far beyond any legitimate file.
const deepest = 64
const maxElements = 60_000
const maxBytes = 1024 * 1024

export interface ReadOptions {
  /** Older PKCS#7 and PKCS#12 writers use BER: indefinite lengths, constructed strings. */
  berAllowed?: boolean
}

/** Parses strict DER of a schema; anything else is rejected. */
export function readDer<T>(bytes: Uint8Array, schema: new () => T, what: string, options: ReadOptions = {}): T {
  return convert(readElement(bytes, what, options), schema, what)
}

/** Parses the first elements of a sequence; the others are only counted, to save time. */
export function readFirst<T>(max: number, bytes: Uint8Array, schema: new () => T, what: string) {
  const parts = partsOf(readElement(bytes, what))
  return { items: parts.slice(0, max).map((part) => convert(part, schema, what)), count: parts.length }
}

const convert = <T>(element: AsnType, schema: new () => T, what: string): T =>
  orRefused(what, () => AsnParser.fromASN(element, schema))

export const writeDer = (object: unknown): Der => new Uint8Array(AsnSerializer.serialize(object))

/** Parses the outermost element and checks its content. */
export function readElement(bytes: Uint8Array, what: string, { berAllowed = false }: ReadOptions = {}): AsnType {
  if (bytes.length > maxBytes) throw new Refusal('too-large', `${what} is larger than 1 MiB`)
  const limits = { maxDepth: deepest, maxNodes: maxElements, maxContentLength: maxBytes, parseEmbedded: false }
  const { offset, result } = orRefused(what, () => fromBER(bytes, limits))
  if (offset === -1 || result.error) throw unreadable(what, result.error)
  if (offset !== bytes.length)
    throw new Refusal('damaged', `${what} is followed by ${bytes.length - offset} more bytes`)
  if (!berAllowed && !hasDerLengths(result))
    throw new Refusal('damaged', `${what} is not in distinguished encoding (DER)`)
  return result
}

/** Content of an octet string, which may be constructed in BER. */
export function readOctets(bytes: Uint8Array, what: string, options: ReadOptions = {}): Der {
  const element = readElement(bytes, what, options)
  if (element instanceof OctetString) return new Uint8Array(element.getValue())
  throw new Refusal('damaged', `${what} has an invalid structure`)
}

/** The elements of a sequence, a set or an explicit tag. */
export const partsOf = (element: AsnType): AsnType[] =>
  element instanceof Constructed || element instanceof Sequence || element instanceof AsnSet
    ? element.valueBlock.value.map((part) => part as AsnType)
    : []

/** The original encoding of an element, including tag and length. */
export const bytesOf = (element: AsnType): Der => Uint8Array.from(element.valueBeforeDecodeView)

export const isDerSequence = (bytes: Uint8Array): boolean => bytes[0] === 0x30

function hasDerLengths(element: AsnType): boolean {
  const { isIndefiniteForm, length, blockLength } = element.lenBlock
  return !isIndefiniteForm && blockLength === bytesForLength(length) && partsOf(element).every(hasDerLengths)
}

const bytesForLength = (length: number) =>
  length < 0x80 ? 1 : length < 0x1_00 ? 2 : length < 0x1_00_00 ? 3 : length < 0x1_00_00_00 ? 4 : 5

/** In plain words: those of the parser are about its own steps. */
function unreadable(what: string, error: string): Refusal {
  if (error.startsWith('Maximum ASN.1'))
    return new Refusal('too-large', `${what} has more than ${maxElements} elements, or more than ${deepest} levels`)
  if (error.startsWith('End of input'))
    return new Refusal('damaged', `${what} is incomplete: it ends before the length that it states`)
  return new Refusal('damaged', `${what} is damaged`)
}

function orRefused<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('damaged', `${what} has an invalid structure`)
  }
}
