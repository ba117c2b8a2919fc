/** The columns of an Operator, of a table or row `o`. */
export const operatorColumns = `o.id, o.email, o.role, o.enabled, o.created_at, o.last_seen_at,
  (select count(*)::int from operator_passkeys p where p.operator_id = o.id) as passkeys`;
