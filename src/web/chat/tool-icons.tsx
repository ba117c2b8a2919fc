import { icon } from '../shared/icons.tsx';

/** Icons of the actions on a message. They are not part of the first paint. */
export const CopyIcon = icon(<path d="M7.5 7.5h8v8.5h-8zM12.5 7V4h-8v8.5H7" />);
export const CheckIcon = icon(<path d="m4.5 10.5 3.7 3.7 7.3-8.2" />);
export const GoodIcon = icon(
  <path d="M7 16.3H4.2V9H7m0 7.3V9l3-5.5c1.2 0 1.9.8 1.7 2L11.3 8.3h3.2c1 0 1.7.9 1.5 1.9l-1 4.7c-.2.8-.8 1.4-1.6 1.4H7Z" />,
);
export const BadIcon = icon(
  <path d="M13 3.7h2.8V11H13m0-7.3V11l-3 5.5c-1.2 0-1.9-.8-1.7-2l.4-2.8H5.5c-1 0-1.7-.9-1.5-1.9l1-4.7c.2-.8.8-1.4 1.6-1.4H13Z" />,
);
export const DeepDiveIcon = icon(
  <path d="M3 5.5c1.4 0 1.4 1.2 2.8 1.2S7.2 5.5 8.6 5.5 10 6.7 11.4 6.7s1.4-1.2 2.8-1.2S15.6 6.7 17 6.7M10 10v6.5m0 0-2.8-2.8M10 16.5l2.8-2.8" />,
);
export const PreviousIcon = icon(<path d="m12 5-5 5 5 5" />);
export const NextIcon = icon(<path d="m8 5 5 5-5 5" />);
export const AgainIcon = icon(<path d="M15.8 8.2A6.2 6.2 0 1 0 16.2 11M16.4 4.2v4.2h-4.2" />);
export const PencilIcon = icon(<path d="m4 16 .7-3.2L13.4 4a1.6 1.6 0 0 1 2.4 2.3L7.2 15.2 4 16Z" />);
