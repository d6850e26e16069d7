const controls = /[\u202a-\u202e\u2066-\u2069]/g

/** Removes controls of the writing direction, such as from a name, which would reverse the text after it. */
export const withoutDirection = (text: string) => text.replace(controls, '')
