import { testScreens } from '#test/browser/test-screens.ts';

testScreens('phone', { width: 360, height: 740 });
