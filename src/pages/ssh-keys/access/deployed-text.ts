type Deployed = { keyName: string; userName: string; resourceName: string }

/** Result of a deployment. Servers that test the sign-in state why it was rejected. */
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
