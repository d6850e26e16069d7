/**
 * Notations of a MAC address or its beginning: bytes with colons or hyphens, Cisco notation with dots, without
 * separators.
 */
const pairs = /^[0-9a-f]{2}([:-][0-9a-f]{0,2}){1,5}$/i
const dotted = /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i
const bare = /^[0-9a-f]{12}$/i

/** Unambiguous notations: with colons, or complete with hyphens. */
const certain = /^[0-9a-f]{2}((:[0-9a-f]{0,2}){1,5}|(-[0-9a-f]{2}){5})$/i
/** Ambiguous: names and phone numbers can have hyphens as well. */
const hyphened = /^[0-9a-f]{2}-[0-9a-f]{2}(-[0-9a-f]{0,2}){1,4}$/i

/** Whether a text is a MAC address. Digits without separators are undefined, because they can be a serial number. */
export const isMacAddress = (text: string): 'certain' | 'possible' | undefined =>
  certain.test(text) ? 'certain' : dotted.test(text) || hyphened.test(text) ? 'possible' : undefined

/** Converts a MAC address to the notation of the services, with colons. Other text is returned unchanged. */
export const macAsWritten = (text: string) =>
  dotted.test(text) || bare.test(text)
    ? (text.replaceAll('.', '').match(/../g) ?? []).join(':')
    : pairs.test(text)
      ? text.replaceAll('-', ':')
      : text
