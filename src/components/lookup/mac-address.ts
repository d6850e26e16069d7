/** A MAC address, or how it begins, by the byte; the way of switches; without anything between. */
const pairs = /^[0-9a-f]{2}([:-][0-9a-f]{0,2}){1,5}$/i
const dotted = /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i
const bare = /^[0-9a-f]{12}$/i

/** Nothing else is written like this: with colons, or whole. */
const certain = /^[0-9a-f]{2}((:[0-9a-f]{0,2}){1,5}|(-[0-9a-f]{2}){5})$/i
/** Names and phone numbers have hyphens, too. */
const hyphened = /^[0-9a-f]{2}-[0-9a-f]{2}(-[0-9a-f]{0,2}){1,4}$/i

/** Whether a text is a MAC address, as far as it tells; bare digits may as well be a serial number. */
export const isMacAddress = (text: string): 'certain' | 'possible' | undefined =>
  certain.test(text) ? 'certain' : dotted.test(text) || hyphened.test(text) ? 'possible' : undefined

/** As services write it: with colons. What is no MAC address stays as it is. */
export const macAsWritten = (text: string) =>
  dotted.test(text) || bare.test(text)
    ? (text.replaceAll('.', '').match(/../g) ?? []).join(':')
    : pairs.test(text)
      ? text.replaceAll('-', ':')
      : text
