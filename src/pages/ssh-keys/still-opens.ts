/** Message of a server whose sign-in test still succeeded after the key was removed. */
export const stillOpens = (message: string) => (/still accepts a sign-in/.test(message) ? message : undefined)
