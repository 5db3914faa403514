// Schemas of the calls recorded from oxen-core for the shapes and errors of its RPC.

import * as v from 'valibot'
import { byName, count, json, jsonObject, maybe, parsedUri, rpcError, text, texts, uriParams } from './schemas.ts'

const walletExample = v.object({ source: text, request: v.object({ method: text, params: jsonObject }), result: json })

const nodeExample = v.object({
  source: text,
  request: maybe(v.object({ path: maybe(text), method: maybe(text), params: maybe(json) })),
  result: maybe(json),
})

export const rpcShapes = v.object({
  wallet_methods: byName(v.object({ names: texts, examples: v.array(walletExample) })),
  node_methods: byName(v.object({ names: texts, examples: v.array(nodeExample) })),
  uri: v.array(
    v.object({
      label: text,
      request: v.object({ method: text, params: v.object({ ...uriParams.entries, uri: maybe(text) }) }),
      answer: v.object({ result: maybe(v.object({ uri: v.union([text, parsedUri]) })), error: maybe(rpcError) }),
    }),
  ),
})

export const rpcErrors = v.object({
  cases: v.array(
    v.object({
      no: count,
      server: v.picklist(['wallet', 'node']),
      section: text,
      label: text,
      http_request: v.object({
        method: text,
        path: text,
        content_type: maybe(v.nullable(text)),
        body: text,
        headers: maybe(v.nullable(byName(text))),
      }),
      http_status: maybe(count),
      response_body: maybe(text),
    }),
  ),
})
