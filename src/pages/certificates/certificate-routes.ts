import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** Lazily loaded routes of this area. */
export const certificateRoutes: RouteObject = {
  path: paths.certificates,
  handle: { crumb: 'Certificates' },
  children: [
    { index: true, lazy: () => import('./inventory/Certificates.tsx') },
    { path: paths.importCertificate, lazy: () => import('./import/Import.tsx') },
    { path: paths.certificatesIssued, lazy: () => import('./issued/Issued.tsx') },
    { path: paths.certificateAuthorities, lazy: () => import('./authorities/Authorities.tsx') },
    { path: paths.authorityAcme(':fingerprint'), lazy: () => import('./acme/Acme.tsx') },
    { path: paths.certificateProfiles, lazy: () => import('./profiles/Profiles.tsx') },
    { path: paths.newProfile, lazy: () => import('./profiles/EditProfile.tsx') },
    { path: `${paths.certificateProfiles}/edit/:name`, lazy: () => import('./profiles/EditProfile.tsx') },
    { path: paths.certificateServers, lazy: () => import('./servers/Servers.tsx') },
    { path: paths.certificateExpiry, lazy: () => import('./expiry/Expiry.tsx') },
    { path: paths.newCertificate, lazy: () => import('./issue/NewCertificate.tsx') },
    { path: paths.newAuthority, lazy: () => import('./authority/NewAuthority.tsx') },
    {
      path: 'inventory/:id',
      lazy: () => import('./certificate/Certificate.tsx'),
      children: [{ path: 'activity', lazy: () => import('./certificate/CertificateActivity.tsx') }],
    },
    { path: 'inventory/:certificate_id/renew', lazy: () => import('./issue/RenewCertificate.tsx') },
  ],
}
