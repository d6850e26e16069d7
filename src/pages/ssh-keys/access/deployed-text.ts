type Deployed = { keyName: string; userName: string; resourceName: string }

/** What is known after a key was deployed: a server that tries a sign-in says why it was refused. */
export function deployedText(
  { keyName, userName, resourceName }: Deployed,
  message: string,
  isTested: boolean,
): string {
  const [, refusal] = /^Key associated successfully\. (.+)$/s.exec(message) ?? []
  const account = `${userName} on ${resourceName}`
  if (refusal !== undefined) return `“${keyName}” was deployed to ${account}. ${refusal}`
  if (isTested) return `“${keyName}” grants access to ${account}: a sign-in with it succeeded`
  return `“${keyName}” was deployed to ${account}. This server does not test a sign-in with it.`
}
