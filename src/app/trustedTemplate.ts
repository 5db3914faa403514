// The templates of components, which the compiler makes from JSX, as trusted HTML: the build imports this `template` in place of Solid's
// (vite.config.ts). No other HTML enters the page as text.

import { template as createTemplate } from 'solid-js/web'
import { trustedTypes } from '../rpc/hosts/scriptPolicy.ts'

const policy = trustedTypes()?.createPolicy('faba-templates', { createHTML: (html: string) => html })

/** Solid's `template`, whose HTML is a constant of the build. */
export const template: typeof createTemplate = (html, ...form) =>
  createTemplate(policy === undefined ? html : policy.createHTML(html), ...form)
