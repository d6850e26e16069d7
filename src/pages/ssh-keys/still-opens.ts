/** The words of a server that tried the key after it was taken from an account. */
export const stillOpens = (message: string) => (/still accepts a sign-in/.test(message) ? message : undefined)
