const visible = /[^\s\p{Cf}\p{Cc}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u

/** Whether any character has a glyph: not only spaces, format and control characters. */
export const hasVisibleText = (text: string) => visible.test(text)
