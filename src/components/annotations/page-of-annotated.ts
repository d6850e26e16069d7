import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import { paths } from '#paths.ts'

/** Pages of annotated items by their subject. */
export const pageOfAnnotated: Readonly<Record<AnnotatedKind, (subject: string) => string>> = {
  device: paths.device,
  computer: paths.computer,
  certificate: paths.certificate,
  'ssh-key': paths.sshKey,
  host: paths.sshHost,
}
