export type Account = { resourceName: string; userName: string }
export const idOf = ({ resourceName, userName }: Account) => JSON.stringify([resourceName, userName])
