/** A MAC address, or how it begins, by the byte; the way of switches; without anything between. */
const pairs = /^[0-9a-f]{2}([:-][0-9a-f]{0,2}){1,5}$/i
const dotted = /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i
const bare = /^[0-9a-f]{12}$/i

/** Nothing else is written like this; bare digits may as well be a serial number. */
export const isMacAddress = (text: string) => pairs.test(text) || dotted.test(text)

/** As services write it: with colons. What is no MAC address stays as it is. */
export const macAsWritten = (text: string) =>
  dotted.test(text) || bare.test(text)
    ? (text.replaceAll('.', '').match(/../g) ?? []).join(':')
    : pairs.test(text)
      ? text.replaceAll('-', ':')
      : text
