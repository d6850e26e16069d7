import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ServedCertificate } from '#contract/keys/rules/hosts/host-health.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { Anchor, Stack, Text } from '#ui/layout/layout.ts'
import { Breakable } from '#ui/values/Breakable.tsx'
import { Moment } from '#ui/values/Moment.tsx'

const origins: Record<string, string> = {
  issued: 'issued here',
  created: 'created here',
  imported: 'imported',
  discovered: 'known from discovery only: neither issued nor imported here',
}

/** The certificate that a host presents: identity, origin and findings. */
export function ServedCertificatePanel({
  certificate: { CertID, CommonName, Key, Issuer, SerialNumber, Origin, SeenAt },
  children,
}: {
  certificate: ServedCertificate
  children?: ReactNode
}) {
  const name = <Breakable text={CommonName || 'Certificate without a name'} />
  return (
    <Stack gap="xs">
      <Text size="sm">
        The host presented{' '}
        {CertID === undefined ? (
          <strong>{name}</strong>
        ) : (
          <Anchor component={Link} size="sm" underline="always" to={paths.certificate(String(CertID))}>
            {name} (ID {CertID})
          </Anchor>
        )}{' '}
        <Moment at={instantOf(SeenAt)} raw={SeenAt ?? ''} />
        {[
          Key,
          Issuer && `issued by ${Issuer}`,
          SerialNumber && `serial number ${SerialNumber}`,
          CertID === undefined ? 'not in the inventory' : Origin && (origins[Origin] ?? Origin),
        ]
          .filter(Boolean)
          .map((part) => `, ${part}`)
          .join('')}
        .
      </Text>
      {children}
    </Stack>
  )
}
