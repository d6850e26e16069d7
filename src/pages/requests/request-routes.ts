import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** Lazily loaded routes of this area. */
export const requestRoutes: RouteObject = {
  path: paths.requests,
  handle: { crumb: 'Requests' },
  children: [
    { index: true, lazy: () => import('./Requests.tsx') },
    { path: 'new', lazy: () => import('./NewRequest.tsx') },
    { path: 'import', lazy: () => import('./import/ImportRequest.tsx') },
    { path: 'list/:request_id', lazy: () => import('./Request.tsx') },
    { path: 'list/:request_id/sign', lazy: () => import('./sign/SignRequest.tsx') },
  ],
}
