/** Plans, tried in the page model before anybody reads them: what would be if it were all done. */
package io.github.hpjvm.advisor.trial;
